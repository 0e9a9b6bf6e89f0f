// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Names
/// @notice Stands in for the universal resolver of ENS on local chains: anybody may name an address, without registry or gateways.
contract Names {
    error ResolverNotFound(bytes name);

    struct Named {
        address owner;
        string avatar;
    }

    mapping(bytes32 node => Named) private named;
    mapping(bytes32 owner => string) private names;

    /// @param wire The name in the form of DNS, as callers pass it.
    function setName(bytes calldata wire, string calldata name, address owner, string calldata avatar) external {
        named[keccak256(wire)] = Named(owner, avatar);
        names[keccak256(abi.encodePacked(owner))] = name;
    }

    function resolveWithGateways(bytes calldata wire, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory result, address resolver)
    {
        Named storage found = named[keccak256(wire)];
        if (found.owner == address(0)) revert ResolverNotFound(wire);
        bool isText = bytes4(data) == bytes4(keccak256("text(bytes32,string)"));
        return (isText ? abi.encode(found.avatar) : abi.encode(found.owner), address(this));
    }

    function reverseWithGateways(bytes calldata reverseName, uint256, string[] calldata)
        external
        view
        returns (string memory name, address resolver, address reverseResolver)
    {
        string storage found = names[keccak256(reverseName)];
        if (bytes(found).length == 0) revert ResolverNotFound(reverseName);
        return (found, address(this), address(this));
    }
}
